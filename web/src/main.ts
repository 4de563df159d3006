import './theme.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { loadArea } from './lib/i18n.svelte'
import { dress } from './lib/settings.svelte'

dress()
await loadArea('shell')
mount(App, { target: document.getElementById('app')! })
