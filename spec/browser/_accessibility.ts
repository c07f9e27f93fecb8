import type { Page } from 'playwright-core'

/** Texts with too little contrast (WCAG 2.2, 1.4.3), with their ratio. */
export async function findFaintTexts(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const channels = (color: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number)
      const scale = color.startsWith('color(') ? 255 : 1
      return { alpha, parts: [red, green, blue].map((value) => value * scale) }
    }
    const luminance = (parts: readonly number[]) => {
      const [red = 0, green = 0, blue = 0] = parts.map((value) => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const ground = (element: Element | null): readonly number[] => {
      if (element === null) return [255, 255, 255]
      const { alpha, parts } = channels(getComputedStyle(element).backgroundColor)
      if (alpha === 1) return parts
      const below = ground(element.parentElement)
      return parts.map((value, at) => value * alpha + (below[at] ?? 0) * (1 - alpha))
    }
    const faint: string[] = []
    for (const element of document.querySelectorAll('body *')) {
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      )
      if (!own || element.getClientRects().length === 0) continue
      const style = getComputedStyle(element)
      const [text, behind] = [luminance(channels(style.color).parts), luminance(ground(element))]
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
