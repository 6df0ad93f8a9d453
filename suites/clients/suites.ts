import { fileURLToPath } from 'node:url'
import { pythonPackages } from '../command.ts'

/** One client in one version. */
export type Suite = {
  /** Language and version. */
  readonly name: string
  /** Commands that succeed where the toolchain is. */
  readonly tools: readonly (readonly string[])[]
  readonly folder: string
  /** What to run, one after the other; the last one prints `ok - NAME` and `not ok - NAME: REASON`. */
  readonly steps: readonly (readonly string[])[]
  readonly environment?: Readonly<Record<string, string>>
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const cached = (path: string) => here(`../../.cache/clients/${path}`)

function python(version: string): Suite {
  const venv = cached(`python-${version}`)
  const packages = [`svix==${version}`, 'standardwebhooks==1.1.0']
  const { tools, steps } = pythonPackages(venv, packages, 9)
  return {
    ...{ name: `python ${version}`, tools, folder: here('./python') },
    steps: [...steps, [`${venv}/bin/python`, 'check.py']],
  }
}

function go(version: string, modfile: string, tags: string): Suite {
  const program = cached(`go-${version}`)
  return {
    name: `go ${version}`,
    tools: [['go', 'version']],
    folder: here('./go'),
    steps: [['go', 'build', `-modfile=${modfile}`, `-tags=${tags}`, '-o', program, '.'], [program]],
  }
}

function java(version: string): Suite {
  const libraries = cached(`java-${version}`)
  const copy = [
    'dependency:copy-dependencies',
    `-Dsvix=${version}`,
    `-DoutputDirectory=${libraries}`,
  ]
  return {
    name: `java ${version}`,
    tools: [
      ['javac', '-version'],
      ['mvn', '-version'],
    ],
    folder: here('./java'),
    steps: [
      ['mvn', '-q', '-B', ...copy],
      ['java', '-cp', `${libraries}/*`, 'Check.java'],
    ],
  }
}

function rust(version: string, feature: string): Suite {
  const CARGO_TARGET_DIR = cached(`rust-${version}`)
  const features = ['--no-default-features', `--features=${feature}`]
  return {
    name: `rust ${version}`,
    tools: [['cargo', '--version']],
    folder: here('./rust'),
    environment: { CARGO_TARGET_DIR },
    steps: [
      ['cargo', 'build', '--quiet', '--locked', ...features],
      [`${CARGO_TARGET_DIR}/debug/clients-rust`],
    ],
  }
}

/** The newest that its registry has and an old one of each language. */
export const suites: readonly Suite[] = [
  python('2.9.1'),
  python('1.13.0'),
  go('1.99.1', 'go.mod', 'newest'),
  go('1.13.0', 'old.mod', 'old'),
  java('1.99.1'),
  java('1.93.0'),
  rust('2.9.1', 'newest'),
  rust('1.20.0', 'old'),
]
