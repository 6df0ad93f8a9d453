/** A PDF of one page: a heading and lines of text. Small, whole, and the same each time. */
export function demoPdf(heading: string, lines: readonly string[]): Buffer {
  const text = (line: string) => `(${line.replaceAll(/[\\()]/g, '\\$&')}) Tj`
  const content = [
    'BT /F2 20 Tf 60 770 Td',
    text(heading),
    '/F1 11 Tf 0 -34 Td 17 TL',
    ...lines.map((line) => `${text(line)} T*`),
    'ET 0.6 w 60 752 m 535 752 l S',
  ].join('\n')
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + trailer, 'latin1')
}
