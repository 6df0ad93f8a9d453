import type { ReviewIn } from '@countersign/contracts/trust'
import { reviewDays } from '@countersign/contracts/trust'
import { id } from '@countersign/kit/ids'
import { findReviewHistory, saveReview } from '../review/index.ts'
import type { TrustDatabase } from '../tables.ts'

/** A verdict to begin with: who gave it, and how many days ago. */
export type SeedReview = Pick<ReviewIn, 'reviewedVaspDID' | 'reviewValue' | 'note' | 'reasons'> & {
  readonly daysAgo: number
  readonly by: { readonly did: string; readonly name: string }
}

/** Adds verdicts on companies that were never reviewed; what people decided stays. */
export async function seedReviews(
  database: TrustDatabase,
  did: string,
  reviews: readonly SeedReview[],
  at: Date,
): Promise<void> {
  await database.withTenant(did, async (tx) => {
    for (const { reviewedVaspDID, reviewValue, note, reasons, daysAgo, by } of reviews) {
      if ((await findReviewHistory(tx, did, reviewedVaspDID)).length > 0) continue
      const given = new Date(at.getTime() - daysAgo * 86_400_000)
      await saveReview(tx, {
        id: id('rev', given.getTime()),
        vasp_did: did,
        reviewed_did: reviewedVaspDID,
        review_value: reviewValue,
        note: note ?? null,
        reasons: reasons ?? [],
        evidence: [],
        next_review_at: new Date(given.getTime() + reviewDays[reviewValue] * 86_400_000),
        created_at: given,
        created_by: by.did,
        created_by_name: by.name,
      })
    }
  })
}
