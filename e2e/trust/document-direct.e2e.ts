import { fakeS3, s3Bucket, s3Key, s3Region } from '@countersign/trust/testing'
import { expect, openAs, test } from '../kit.ts'

const s3 = await fakeS3()
test.afterAll(() => s3.close())

test.use({
  environment: {
    ...{ STORAGE: 's3', S3_BUCKET: s3Bucket, S3_REGION: s3Region, S3_ENDPOINT: s3.endpoint },
    ...{ S3_FORCE_PATH_STYLE: 'on', S3_DIRECT: 'on', S3_ACCESS_KEY_ID: s3Key.accessKeyId },
    S3_SECRET_ACCESS_KEY: s3Key.secretAccessKey,
  },
})

test('[TF-04] a large file goes from the page to the bucket and back, and the page’s policy lets it', async ({
  page,
}) => {
  await openAs(page, 'marcus.lim@kestrelbay.example', '/company/documents')
  const bytes = 'x'.repeat(5_000_000)
  const stream = `<< /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`
  const sent = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().startsWith(s3.endpoint),
  )
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'licence.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(`%PDF-1.7\n9 0 obj\n${stream}\nendobj\n%%EOF\n`),
    })
  await page
    .getByRole('button', { name: /^Upload/ })
    .first()
    .click()
  expect((await sent).status()).toBe(200)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download licence', exact: true }).click()
  const download = await saved
  expect(download.url()).toContain(s3.endpoint)
  expect(download.suggestedFilename()).toBe('licence.pdf')
})
