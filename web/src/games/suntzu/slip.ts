/** The measures of a slip of bamboo on which an order is written. */
export const SLIP = { wide: 54, high: 96 } as const
/** With its thickness and its shadow, for an <svg> of its own. */
export const SLIP_BOX = `-2 -2 ${SLIP.wide + 4} ${SLIP.high + 6}`
/** How its cords run; beyond its edges they go on to the next slip. */
export const CORDS = [24, 82] as const
