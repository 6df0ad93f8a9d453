import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { useKept } from '../api/index.ts'
import { type Density, densities, setAppearance, useAppearance } from '../theme.ts'

/** Keeps the density on the server, and takes it from there where this browser has none yet. */
export function KeptDensity({ changed }: { changed: boolean }) {
  const { density } = useAppearance()
  const { isKnown, value, keep } = useKept<Density>('density', z.enum(densities))
  const last = useRef<Density>(undefined)
  useEffect(() => {
    if (!isKnown || density === last.current) return
    const isFirst = last.current === undefined
    const wanted = isFirst && !changed ? (value ?? density) : density
    last.current = wanted
    setAppearance({ density: wanted })
    if (wanted !== value && (changed || !isFirst)) keep(wanted)
  })
  return null
}
