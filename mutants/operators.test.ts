import { expect, test } from 'vitest'
import { faultsOf, planted, policyFaults } from './operators.ts'

const variants = (source: string) =>
  faultsOf('sample.ts', source).map((fault) => planted(source, fault))

test('[OPS] a fault changes one thing of a module, and what is left still parses', () => {
  expect(variants('if (a < b && !c) throw new Error()')).toEqual([
    'if (!(a < b && !c)) throw new Error()',
    'if (false) throw new Error()',
    'if (a < b || !c) throw new Error()',
    'if (a <= b && !c) throw new Error()',
    'if (a < b && c) throw new Error()',
    'if (a < b && !c) ;',
  ])
  expect(variants('x = y.toString()')).toEqual([])
  expect(variants('await audit(tx, 2)')).toEqual([';', 'await audit(tx, 3)'])
  expect(new Set(variants('x = list.filter(f).every(g) ?? true'))).toEqual(
    new Set([
      'x = list.filter(f).every(g)',
      'x = list.every(g) ?? true',
      'x = list.filter(f).some(g) ?? true',
      'x = list.filter(f).every(g) ?? false',
    ]),
  )
})

test('[OPS] numbers and limits change so far that a test can see it', () => {
  expect(variants('x = [3, 86_400_000]')).toEqual(['x = [4, 86_400_000]', 'x = [3, 43200000]'])
  expect(variants('x = q.limit(50)')).toEqual(['x = q.limit(1)'])
  expect(variants('x = q.limit(1)')).toEqual([])
  expect(variants('x = q?.limit(page)')).toEqual(['x = q'])
  expect(variants(`x = sql\`select \${a ?? null}, \${b ?? c}\``)).toEqual([
    `x = sql\`select \${a ?? null}, \${b}\``,
  ])
  expect(variants('x = q.values({ a: b ?? null, ...d, c: e ?? f })')).toEqual([
    'x = q.values({ a: b ?? null, ...d, c: e })',
  ])
  expect(variants('x = q.set({ a: b ?? null })')).toEqual(['x = q.set({ a: b })'])
})

test('[OPS] types and texts are left alone, SQL is not', () => {
  expect(variants("type A = 1 | 2; const b = 'c' + d")).toEqual([])
  expect(variants('const q = `Dear A and B > c`')).toEqual([])
  expect(variants('const q = sql`select a from t where b > c order by d for update`')).toEqual([
    'const q = sql`select a from t where b > c  for update`',
    'const q = sql`select a from t where b > c order by d `',
    'const q = sql`select a from t where b >= c order by d for update`',
  ])
})

test('[OPS] a policy is weakened where it was created last', () => {
  const sql = 'create policy p on s.t using (a = f(1) and b) with check (c);'
  const weak = policyFaults(sql, (policy) => policy === 'p on s.t').map((one) => planted(sql, one))
  expect(weak).toEqual([
    'create policy p on s.t using (true) with check (c);',
    'create policy p on s.t using (a = f(1) or b) with check (c);',
    'create policy p on s.t using (a = f(1) and b) with check (true);',
  ])
  expect(policyFaults(sql, () => false)).toEqual([])
  expect(policyFaults('create policy p on s.t using (true);', () => true)).toEqual([])
})
