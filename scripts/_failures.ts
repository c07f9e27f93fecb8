const LINES_MAX = 40

/** Picks what went wrong out of the runner's output, so that it can be said again at the end. */
export class Failures {
  readonly found: string[] = []
  #before: string[] = []
  #rulesLeft = 0

  take(line: string): void {
    if (this.#rulesLeft > 0) {
      this.found.push(line)
      if (/^-{9,}$/.test(line)) this.#rulesLeft -= 1
    } else if (line.startsWith('# Unhandled error')) {
      // Between two lines of hyphens. The file it belongs to was printed just before.
      this.found.push(...this.#before.filter((text) => text.endsWith('.ts:')), line)
      this.#rulesLeft = 2
    } else if (line.startsWith('(fail)')) {
      this.found.push(...this.#before, line, '')
      this.#before = []
    } else if (line.startsWith('(pass)')) {
      this.#before = []
    } else {
      this.#before.push(line)
      if (this.#before.length > LINES_MAX) this.#before.shift()
    }
  }
}
