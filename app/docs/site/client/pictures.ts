import { createElement } from './elements.ts'
import { settings } from './settings.ts'

/** A picture that is wider than the text opens in its own size. */
export function zoomPictures(): void {
  for (const picture of document.querySelectorAll<HTMLImageElement>('.prose img[width]')) {
    const isWide = Number(picture.getAttribute('width')) > picture.clientWidth
    if (!isWide || picture.clientWidth === 0 || picture.closest('a, .hero') !== null) continue
    const label = `${settings.texts['image.enlarge']}: ${picture.alt}`
    const button = createElement('button', { class: 'zoom', type: 'button', 'aria-label': label })
    picture.replaceWith(button)
    button.append(picture)
    button.addEventListener('click', () => openPicture(picture))
  }
}

/** Escape and every click close it; the browser gives the focus back. */
function openPicture(picture: HTMLImageElement): void {
  const whole = picture.cloneNode()
  const close = createElement('button', {
    class: 'close',
    type: 'button',
    'aria-label': settings.texts['search.close'],
  })
  const dialog = createElement(
    'dialog',
    { class: 'zoomed', 'aria-label': picture.alt },
    whole,
    close,
  )
  dialog.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
