/** What the source says of a picture: in its brackets or `alt`, and beside its address. */
export type PictureWords = { readonly alt: string; readonly title: string | undefined }

/** What becomes of a picture: shown, linked to, or only described. */
export type PictureTarget =
  | { readonly kind: 'image' | 'link'; readonly address: string; readonly words: string }
  | { readonly kind: 'text'; readonly words: string }
