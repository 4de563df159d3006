import 'virtual:fonts.css'
import './theme.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { loadLobbies } from './games/lobby'
import { language, loadArea } from './lib/i18n.svelte'
import { dress } from './lib/settings.svelte'
import { fit } from './lib/size.svelte'
import { settle } from './offline/page.svelte'

dress()
settle(language())
addEventListener('resize', fit)
await Promise.all([loadArea('shell'), loadLobbies()])
mount(App, { target: document.getElementById('app')! })
