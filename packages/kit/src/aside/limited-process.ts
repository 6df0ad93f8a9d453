import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Starts a module in a process that knows nothing of ours and talks to us alone.
 * @param flags Node's, e.g. what it may read
 * @param cpuSeconds after which the kernel ends it: should this process die, nobody else would
 */
export function limitedProcess(
  module: string,
  flags: readonly string[],
  cpuSeconds: number,
): ChildProcess {
  const options = {
    cwd: '/',
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  } satisfies Parameters<typeof spawn>[2]
  // At the soft limit it hears why (SIGXCPU). When memory runs out, the kernel takes this one first.
  const shell = `ulimit -c 0; ulimit -S -t ${cpuSeconds}; ulimit -H -t ${cpuSeconds + 5}; echo 1000 > /proc/self/oom_score_adj;
    exec "$0" "$@"`
  return existsSync('/bin/sh')
    ? spawn('/bin/sh', ['-c', shell, process.execPath, ...flags, module], options)
    : spawn(process.execPath, [...flags, module], options)
}
