/** A file as a `data:` address, to be shown without the server; null when no file is given. */
export async function readAsDataUrl(file: Blob | null | undefined): Promise<string | null> {
  if (!file) return null
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The file can’t be read'))
    reader.readAsDataURL(file)
  })
}
