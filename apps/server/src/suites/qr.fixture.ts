import { createCanvas, loadImage } from '@napi-rs/canvas'
import jsqr from 'jsqr'
import { getDocumentProxy, renderPageAsImage } from 'unpdf'

/** What the QR code on the last page of a PDF says, drawn and read as a camera would. */
export async function qrOf(file: Uint8Array): Promise<string | undefined> {
  const document = await getDocumentProxy(new Uint8Array(file))
  const drawn = await renderPageAsImage(document, document.numPages, {
    canvasImport: () => import('@napi-rs/canvas'),
    scale: 2,
  })
  const image = await loadImage(Buffer.from(drawn))
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  return jsqr.default(context.getImageData(0, 0, width, height).data, width, height)?.data
}
