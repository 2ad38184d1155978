import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import test from 'node:test';
import { needProgram } from '../support/machine/programs-of-debian.ts';
import { temporaryFolder } from '../support/machine/temporary-folder.ts';

/**
 * For each alert: the series with which it must fire, and the series with which it must not. Each
 * series has one value per minute.
 */
const trials = [
  { alert: 'LanyardIsDown', fires: {}, stays: { 'lanyard_build_info{instance="a"}': '1x10' } },
  {
    alert: 'LanyardCannotStoreLogins',
    fires: { 'lanyard_redis_writable{instance="a"}': '1 0x10' },
    stays: { 'lanyard_redis_writable{instance="a"}': '0 1x10' },
  },
  {
    alert: 'LanyardPlatformTakesNoLogins',
    fires: { 'lanyard_platform_takes_logins{instance="a"}': '1 0x10' },
    stays: { 'lanyard_platform_takes_logins{instance="a"}': '0 1x10' },
  },
  {
    alert: 'LanyardRedisFails',
    fires: { 'lanyard_redis_errors_total{code="redis-full"}': '0x7 1x10' },
    stays: { 'lanyard_redis_errors_total{code="redis-full"}': '0x10' },
  },
  {
    alert: 'LanyardRedisLostItsData',
    fires: { 'lanyard_redis_data_losses_total{instance="a"}': '0x7 1x10' },
    stays: { 'lanyard_redis_data_losses_total{instance="a"}': '1x10' },
  },
  {
    alert: 'LanyardIsRefusedByThePlatform',
    fires: { 'lanyard_error_pages_total{code="platform-id-token"}': '0x7 1x10' },
    // Visitors can cause this error by editing the URL of their callback.
    stays: { 'lanyard_error_pages_total{code="platform-scope"}': '0+1x10' },
  },
  {
    alert: 'LanyardPlatformFails',
    fires: {
      'lanyard_platform_call_duration_seconds_count{outcome="ok"}': '0+9x20',
      'lanyard_platform_call_duration_seconds_count{outcome="unavailable"}': '0+1x20',
    },
    stays: {
      'lanyard_platform_call_duration_seconds_count{outcome="ok"}': '0+99x20',
      'lanyard_platform_call_duration_seconds_count{outcome="unavailable"}': '0+1x20',
    },
  },
  {
    alert: 'LanyardPagesFail',
    fires: {
      'lanyard_request_duration_seconds_count{status="200"}': '0+9x20',
      'lanyard_request_duration_seconds_count{status="502"}': '0+1x20',
    },
    stays: {
      'lanyard_request_duration_seconds_count{status="200"}': '0+9x20',
      'lanyard_request_duration_seconds_count{status="404"}': '0+1x20',
    },
  },
];

type Series = Readonly<Record<string, string | undefined>>;

/**
 * promtool counts the alerts that are firing after ten minutes. If there are none, the result does
 * not contain a sample.
 */
function trialOf(alert: string, series: Series, count: number) {
  const values = Object.entries(series).map(([name, numbers]) => ({
    series: name,
    values: numbers,
  }));
  return {
    interval: '1m',
    input_series: values,
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
        eval_time: '10m',
        exp_samples: count ? [{ labels: '{}', value: count }] : [],
      },
    ],
  };
}

test('promtool accepts the alerts, and each fires when it should and not before', (t) => {
  needProgram('promtool', 'prometheus');
  const rules = resolve('deploy/alerts.yml');
  const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' });
  const checked = promtool('check', 'rules', rules);
  assert.equal(checked.status, 0, checked.stdout + checked.stderr);

  const tests = trials.flatMap(({ alert, fires, stays }) => [
    trialOf(alert, fires, 1),
    trialOf(alert, stays, 0),
  ]);
  // promtool reads YAML, which includes JSON.
  const folder = temporaryFolder(t, {
    'trials.yml': JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }),
  });
  const tried = promtool('test', 'rules', `${folder}/trials.yml`);
  assert.equal(tried.status, 0, tried.stdout + tried.stderr);
});
