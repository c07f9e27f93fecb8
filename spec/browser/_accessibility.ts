import type { Page } from 'playwright-core'

/** Texts with too little contrast (WCAG 2.2, 1.4.3), with their ratio. */
export async function findFaintTexts(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    type Color = readonly [red: number, green: number, blue: number, alpha: number]
    /** `rgb(1, 2, 3)`, `rgba(…)` or `color(srgb 0.1 0.2 0.3 / 0.5)`. */
    const parse = (text: string): Color => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number)
      const scale = text.startsWith('color(srgb') ? 255 : 1
      return [red * scale, green * scale, blue * scale, alpha]
    }
    const over = (above: Color, below: Color): Color => {
      const mix = (at: 0 | 1 | 2) => above[at] * above[3] + below[at] * (1 - above[3])
      return [mix(0), mix(1), mix(2), 1]
    }
    const luminance = (color: Color) => {
      const [red = 0, green = 0, blue = 0] = color.map((value) => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const ground = (element: Element | null): Color => {
      if (element === null) return [255, 255, 255, 1]
      const color = parse(getComputedStyle(element).backgroundColor)
      return color[3] === 1 ? color : over(color, ground(element.parentElement))
    }
    const faint: string[] = []
    for (const element of document.querySelectorAll('body *')) {
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      )
      if (!own || element.getClientRects().length === 0) continue
      const style = getComputedStyle(element)
      const below = ground(element)
      const text = luminance(over(parse(style.color), below))
      const behind = luminance(below)
      const ratio = (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05)
      if (ratio < 4.5)
        faint.push(`${element.textContent?.trim().slice(0, 40)}: ${ratio.toFixed(2)}`)
    }
    return faint
  })
}

/** Faults in the structure of the page that hinder assistive technology. */
export async function findStructureFaults(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const faults: string[] = []
    if (document.documentElement.lang !== 'en') faults.push('no language')
    if (document.title.trim() === '') faults.push('no title')
    const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map((each) =>
      Number(each.tagName[1]),
    )
    if (levels.filter((level) => level === 1).length !== 1) faults.push('not one first heading')
    levels.forEach((level, at) => {
      if (level - (levels[at - 1] ?? 0) > 1) faults.push(`heading ${level} skips a level`)
    })
    const ids = [...document.querySelectorAll('[id]')].map((each) => each.id)
    if (new Set(ids).size !== ids.length) faults.push('an id is repeated')
    for (const attribute of ['for', 'aria-describedby', 'aria-labelledby']) {
      for (const element of document.querySelectorAll(`[${attribute}]`)) {
        for (const id of (element.getAttribute(attribute) ?? '').split(' ')) {
          if (document.getElementById(id) === null) faults.push(`${attribute} names no "${id}"`)
        }
      }
    }
    for (const input of document.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')) {
      if ((input.labels?.length ?? 0) !== 1) faults.push(`"${input.name}" has no label`)
      if (input.type === 'radio' && input.closest('fieldset')?.querySelector('legend') === null) {
        faults.push(`"${input.name}" has no legend`)
      }
    }
    if (document.querySelector('script, [onclick], [style]') !== null)
      faults.push('script or style')
    return faults
  })
}

/** How many pixels the page is wider than the viewport. */
export async function measureOverflow(page: Page): Promise<number> {
  return await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}

/** The name of the focused element and whether the focus is visible. */
export async function readFocus(
  page: Page,
): Promise<{ readonly name: string; readonly seen: boolean }> {
  return await page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return { name: '', seen: true }
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    const text = (label ?? element).textContent ?? ''
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const seen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    return { name: text.replace(/\s+/g, ' ').trim(), seen }
  })
}
