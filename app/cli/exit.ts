/** Exit codes of every command. */
export const EXIT = { fine: 0, problems: 1, wrongUse: 2 } as const
