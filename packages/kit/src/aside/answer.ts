/** Answers the question of `askAside`, in the process that it started for this module. */
export function answerAside(answer: (question: unknown) => unknown): void {
  process.once('message', async (question) => {
    const message = await Promise.resolve(question)
      .then(answer)
      .then(
        (given) => ({ answer: given }),
        (error) => ({ failure: String(error instanceof Error ? error.stack : error) }),
      )
    process.send?.(message, () => process.disconnect())
  })
}
