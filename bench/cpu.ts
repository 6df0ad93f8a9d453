import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Fields of /proc/<pid>/stat after the command name, which may hold anything. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  } catch {
    return [] // ended in the meantime
  }
}

const microseconds = (ticks: number) => (ticks / ticksPerSecond) * 1e6

/** CPU time of one process so far, in microseconds. */
export function cpuOf(pid: number): number {
  const stat = statOf(pid)
  return microseconds(Number(stat[11] ?? 0) + Number(stat[12] ?? 0))
}

/** CPU time of a process, its children, and those children that have ended, in microseconds. */
export function cpuOfTree(root: number): number {
  const ended = statOf(root)
  let sum = cpuOf(root) + microseconds(Number(ended[13] ?? 0) + Number(ended[14] ?? 0))
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (Number.isInteger(pid) && Number(statOf(pid)[1]) === root) sum += cpuOf(pid)
  }
  return sum
}

/** Resident memory of a process and its children, in bytes. */
export function residentOfTree(root: number): number {
  let sum = 0
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || (pid !== root && Number(statOf(pid)[1]) !== root)) continue
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    sum += Number(kilobytes ?? 0) * 1024
  }
  return sum
}
