/** What is painted on the silk and where: clear of the places of names and pieces, and of the borders. */
import type { Scene } from './painting'
import type { Point } from './map'
import type { ProvinceName } from './view'

/** Each province has a city of its own and a country of its own. */
export const SCENERY: Record<ProvinceName, readonly Scene[]> = {
  // Behind the passes: peaks to the north, the loess and its city in the south.
  QIN: [
    ['ridge', 150, 196, 0.52],
    ['peak', 190, 186, 0.56],
    ['needle', 222, 196, 0.5],
    ['ridge', 262, 176, 0.42],
    ['peak', 326, 176, 0.4],
    ['mist', 206, 200, 0.62],
    ['pine', 300, 192, 1.5],
    ['pine', 316, 200, 1.3],
    ['city', 152, 506, 0.78],
    ['pine', 88, 470, 1.5],
    ['pine', 100, 480, 1.3],
    ['paddy', 226, 498, 1.6],
    ['paddy', 250, 512, 1.5],
    ['hut', 244, 486, 1.5],
    ['ridge', 292, 490, 0.4, true],
  ],
  // Lakes, bamboo and marshes along the great river.
  CHU: [
    ['peak', 160, 640, 0.5],
    ['ridge', 186, 656, 0.46],
    ['mist', 176, 658, 0.5],
    ['bamboo', 222, 640, 0.8],
    ['bamboo', 250, 630, 0.68, true],
    ['copse', 218, 688, 1.6],
    ['lake', 575, 590, 0.9],
    ['city', 580, 674, 0.68],
    ['paddy', 556, 712, 1.5],
    ['paddy', 584, 718, 1.4],
    ['bamboo', 628, 712, 0.62],
  ],
  // Below the wall: hills, herds' pastures, and the city of Yan by the sea.
  'JIN-YAN': [
    ['ridge', 386, 164, 0.28],
    ['pine', 388, 186, 1.4],
    ['pine', 400, 196, 1.2],
    ['hut', 388, 240, 1.5],
    ['paddy', 392, 262, 1.4],
    ['city', 752, 126, 0.72],
    ['peak', 826, 108, 0.42],
    ['ridge', 700, 92, 0.34],
    ['pine', 808, 118, 1.3],
    ['copse', 708, 168, 1.5],
    ['hut', 692, 198, 1.5],
    ['paddy', 676, 220, 1.5],
    ['pine', 676, 262, 1.5],
    ['pine', 690, 272, 1.3],
  ],
  // The plain in the middle, and the holy mountain on the peninsula.
  'HAN-QI': [
    ['city', 398, 380, 0.72],
    ['paddy', 372, 420, 1.5],
    ['paddy', 396, 432, 1.6],
    ['hut', 424, 420, 1.5],
    ['copse', 366, 470, 1.6],
    ['ridge', 412, 492, 0.44],
    ['pine', 444, 488, 1.4],
    ['ridge', 776, 350, 0.4],
    ['peak', 812, 346, 0.6],
    ['needle', 842, 344, 0.42],
    ['mist', 812, 352, 0.6],
    ['hall', 876, 322, 0.62],
    ['pine', 910, 322, 1.3],
    ['hut', 774, 416, 1.6],
    ['paddy', 790, 428, 1.5],
    ['copse', 760, 470, 1.6],
    ['pine', 806, 478, 1.4],
  ],
  // Rice and boats at the mouths of the rivers.
  WU: [
    ['hall', 906, 596, 0.5],
    ['bamboo', 920, 668, 0.6],
    ['pine', 924, 692, 1.3],
    ['paddy', 776, 722, 1.3],
    ['hut', 752, 726, 1.3],
    ['copse', 874, 526, 1.3],
  ],
}

/** Around them: the ranges of the west, the steppe beyond the wall, the south, and the sea. */
export const WILDS: readonly Scene[] = [
  ...(
    [
      [-20, 172, 1.1, 'peak'],
      [30, 150, 0.7, 'needle'],
      [-70, 214, 1, 'ridge'],
      [-34, 330, 1.1, 'peak'],
      [-84, 352, 0.9, 'ridge'],
      [6, 352, 0.6, 'needle'],
      [-60, 486, 1.1, 'ridge'],
      [-16, 500, 0.9, 'peak'],
      [30, 594, 0.8, 'ridge'],
      [-40, 630, 1, 'peak'],
      [84, 650, 0.7, 'needle'],
      [56, 720, 0.9, 'ridge'],
      [112, 742, 0.8, 'peak'],
      [-10, 760, 1, 'ridge'],
      [220, 792, 0.7, 'ridge'],
      [262, 800, 0.6, 'peak'],
      [420, 806, 0.7, 'ridge'],
      [468, 800, 0.5, 'needle'],
      [604, 816, 0.6, 'peak'],
      [760, 806, 0.6, 'ridge'],
      [800, 812, 0.5, 'peak'],
      [-220, 260, 1.4, 'ridge'],
      [-300, 420, 1.5, 'peak'],
      [-190, 560, 1.4, 'ridge'],
      [-260, 740, 1.5, 'peak'],
      [-170, 420, 1, 'needle'],
      [-380, 640, 1.5, 'ridge'],
      [-400, 250, 1.4, 'peak'],
    ] as const
  ).map(([x, y, size, kind]): Scene => [kind, x, y, size]),
  ['mist', -40, 196, 1],
  ['mist', 10, 376, 0.9],
  ['mist', -60, 510, 1.1],
  ['mist', 70, 668, 0.8],
  ['tents', 236, 66, 0.9],
  ['tents', 420, 34, 0.8, true],
  ['tents', 130, 84, 0.7],
  ['geese', 320, 46, 0.9],
  ['geese', 120, 40, 0.8, true],
  ['junk', 838, 214, 0.86],
  ['junk', 944, 436, 1],
  ['waves', 900, 190, 0.8],
  ['waves', 790, 236, 0.7],
  ['waves', 970, 250, 0.8],
  ['waves', 920, 400, 0.7],
  ['waves', 890, 460, 0.7],
  ['waves', 980, 520, 0.8],
  ['waves', 990, 700, 0.8],
  ['waves', 960, 130, 0.8],
  ['waves', 1080, 340, 1],
  ['waves', 1160, 180, 1],
  ['waves', 1120, 560, 1],
  ['waves', 1240, 440, 1],
  ['waves', 1220, 700, 1],
  ['waves', 1360, 300, 1],
  ['waves', 1380, 600, 1],
  ['junk', 1130, 470, 1.3, true],
  ['needle', 1060, 200, 0.6],
  ['ridge', 1096, 206, 0.5],
  ['mist', 1076, 212, 0.8],
  ['geese', 930, 330, 0.8],
]

/** Where armies cross the rivers. */
export const CROSSINGS: readonly Scene[] = [
  ['bridge', 452, 302, 0.9],
  ['bridge', 706, 296, 0.8],
  ['bridge', 360, 190, 0.8],
]

/** The names of the lands as a painter writes them, from the first sign's middle down. */
export const INSCRIPTIONS: Record<ProvinceName, readonly [signs: string, at: Point]> = {
  QIN: ['秦', [84, 226]],
  CHU: ['楚', [250, 564]],
  'JIN-YAN': ['晉燕', [678, 114]],
  'HAN-QI': ['韓齊', [738, 362]],
  WU: ['呉', [744, 554]],
}
