/** The prints that a build draws (`web/prints.ts`), by game. */
declare module 'virtual:prints' {
  const prints: Record<string, { src: string; signs: string }>
  export default prints
}
