/** A value somewhere inside another, and how to put another one in its place. */
export type Place = {
  /** Dotted, with list positions: `data.0.createdAt`. */
  readonly path: string
  readonly value: unknown
  readonly replace: (value: unknown) => void
}

/**
 * The values at a path such as `data.*.createdAt`, where `*` stands for every item of a list and
 * every value of a map. What is absent or null is left out.
 */
export function placesOf(root: unknown, path: string): Place[] {
  return path
    .split('.')
    .reduce<Place[]>(
      (places, step) => places.flatMap((place) => below(place, step)),
      [{ path: '', value: root, replace: () => undefined }],
    )
}

function below({ path, value }: Place, step: string): Place[] {
  if (typeof value !== 'object' || value === null) return []
  return (step === '*' ? Object.keys(value) : [step]).flatMap((key) => {
    const inner: unknown = Reflect.get(value, key)
    return inner === undefined || inner === null
      ? []
      : [
          {
            path: path ? `${path}.${key}` : key,
            value: inner,
            replace: (next: unknown) => void Reflect.set(value, key, next),
          },
        ]
  })
}
