/**
 * How the pages run Bun where only Node.js is installed. npm 12 runs no install script that is not
 * allowed by name, and the `bun` package puts its program in place with one; npm 10 and 11 take
 * the option too. The form with `=` is the one that older versions read as one word.
 */
export const NPX_BUN = 'npx -y --allow-scripts=bun bun@1.4.5'
