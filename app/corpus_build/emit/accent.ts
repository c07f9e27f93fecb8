/** The colour of links and marks in each theme, where a corpus names none. */
export const ACCENT = { light: '#2353b5', dark: '#93b4ff' } as const
