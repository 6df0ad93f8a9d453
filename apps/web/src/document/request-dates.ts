/** The day so many days from now, as a date field has it. */
export function dayAfter(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** The last moment of that day where the person sits, as the wire has it. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString()
