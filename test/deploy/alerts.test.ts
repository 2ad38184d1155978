import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { knownCauses } from '../../src/log/causes.ts';
import { createMetrics } from '../../src/log/metrics.ts';

const alerts = readFileSync('deploy/alerts.yml', 'utf8');

test('each alert uses existing metrics, codes and outcomes', async () => {
  const metrics = await createMetrics({ callbackPath: '/login/callback' }).registry.metrics();
  const named = alerts.match(/\b(lanyard|nodejs)_\w+/g) ?? [];
  assert.ok(named.length > 10);
  for (const name of named) {
    const family = name.replace(/_(count|bucket)$/, '');
    assert.match(metrics, new RegExp(`^# TYPE ${family} `, 'm'), name);
  }
  const codes = knownCauses.map(({ code }) => code);
  for (const [, pattern = ''] of alerts.matchAll(/code=~?"([^"]+)"/g)) {
    const [, start = '', ends = pattern] = /^([\w-]*)\((.*)\)$/.exec(pattern) ?? [];
    for (const end of ends.split('|')) assert.ok(codes.includes(start + end), start + end);
  }
  for (const [, outcomes = ''] of alerts.matchAll(/logins_total\{outcome=~?"([^"]+)"/g))
    for (const outcome of outcomes.split('|'))
      assert.ok(metrics.includes(`lanyard_logins_total{outcome="${outcome}"} 0`), outcome);
});

test('each alert says what happened and what to do', () => {
  const count = (what: RegExp) => alerts.match(what)?.length;
  const names = count(/- alert: Lanyard\w+$/gm);
  for (const part of [/ expr: /g, / severity: (page|ticket) /g, /summary: \S/g, /action: \S/g])
    assert.equal(count(part), names, String(part));
});
