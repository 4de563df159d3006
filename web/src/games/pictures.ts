/** The games' prints, for the lobby: pictures that were drawn when the client was built. */
import prints from 'virtual:prints'

/** The address of a game's print, and what is written on its seal. */
export interface Picture {
  src: string
  signs: string
}

export const pictures: Partial<Record<string, Picture>> = prints
