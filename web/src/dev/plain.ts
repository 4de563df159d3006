import type { Face } from '../games/face'
import Board from './Plain.svelte'
export const face: Face = {
  Board,
  asks: (table) => (table.legal.length ? 'Decide something' : 'We wait'),
  moment: (view) => view.phase,
  facts: () => [{ label: 'points', value: 3 }, { label: 'rice', value: 12 }],
  narrate: (entry, people) => `${entry.player !== undefined ? (people[entry.player]?.name ?? '') : ''} ${entry.kind} ${entry.province ?? ''}`,
  pace: (_entry, own) => (own ? 0 : 500),
  clan: (_view, seat) => ['Takeda', 'Uesugi', 'Shimazu', 'Mori', 'Hojo'][seat]!,
  colour: (seat) => seat,
  ending: () => 'It is over',
}
