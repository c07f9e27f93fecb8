import { offerCall } from './calls.ts'
import { copyCode, foldCode } from './code.ts'
import { followHeadings } from './contents.ts'
import { copyPages } from './copy.ts'
import { closeMenus, keepTree, unfoldForPrint } from './menus.ts'
import { zoomPictures } from './pictures.ts'
import { installSearch } from './search_keys.ts'
import { settings } from './settings.ts'
import { followHash, showTabs } from './tabs.ts'
import { applyTheme, followTheme } from './theme.ts'

// Before anything is painted: the theme, and that there is a script at all.
const { dataset } = document.documentElement
dataset.script = ''
if (/Mac|iPhone|iPad/.test(navigator.platform)) dataset.platform = 'mac'
applyTheme()

document.addEventListener('DOMContentLoaded', () => {
  followTheme()
  keepTree()
  followHeadings()
  closeMenus()
  copyPages()
  enrichText()
  followHash()
  unfoldForPrint()
  installSearch(settings.search)
})

// A preview brings the text up to date, without what the script put into it.
document.addEventListener('page:content', enrichText)

function enrichText(): void {
  copyCode()
  foldCode()
  showTabs()
  offerCall()
  zoomPictures()
}
