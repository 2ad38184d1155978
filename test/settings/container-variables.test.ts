import assert from 'node:assert/strict';
import test from 'node:test';
import { ConfigError, readConfig } from '../../src/settings/config.ts';
import { settings } from '../../src/settings/settings.ts';
import { goodSettings } from '../support/app/good-settings.ts';

/**
 * A service's variables, as in the documentation's example:
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
function variablesOfKubernetes(service: string): Record<string, string> {
  return {
    [`${service}_SERVICE_HOST`]: '10.0.0.11',
    [`${service}_SERVICE_PORT`]: '6379',
    [`${service}_SERVICE_PORT_HTTP_METRICS`]: '9090',
    [`${service}_PORT`]: 'tcp://10.0.0.11:6379',
    [`${service}_PORT_6379_TCP`]: 'tcp://10.0.0.11:6379',
    [`${service}_PORT_6379_TCP_PROTO`]: 'tcp',
    [`${service}_PORT_6379_TCP_PORT`]: '6379',
    [`${service}_PORT_6379_TCP_ADDR`]: '10.0.0.11',
    [`${service}_PORT_53_UDP`]: 'udp://10.0.0.11:53',
    [`${service}_PORT_53_UDP_ADDR`]: '10.0.0.11',
  };
}

/** https://docs.docker.com/engine/network/links/#environment-variables */
function variablesOfDocker(alias: string): Record<string, string> {
  return {
    [`${alias}_NAME`]: `/lanyard-1/${alias.toLowerCase()}`,
    [`${alias}_ENV_NODE_VERSION`]: '24.11.0',
    [`${alias}_ENV_CONVENTION_ACCENT`]: 'ffffff',
    [`${alias}_PORT_5432_TCP`]: 'tcp://172.17.0.5:5432',
    [`${alias}_PORT`]: 'tcp://172.17.0.5:5432',
  };
}

/** Each prefix of a setting's name, such as `OAUTH` and `OAUTH_CLIENT`, and similar names. */
const services = new Set([
  ...Object.keys(settings.shape).flatMap((name) => {
    const words = name.split('_');
    return words.map((_, index) => words.slice(0, index + 1).join('_'));
  }),
  ...['REDIS_PRIMARY', 'REGISTRATION_SERVICE', 'LANYARD', 'LANYARD_METRICS', 'POSTGRES'],
]);

const taken = { METRICS_PORT: 'METRICS', CONVENTION_NAME: 'CONVENTION' } as const;

test('a service beside the pod or the container has no effect, whatever its name', () => {
  assert.ok(services.size > 60);
  for (const service of services) {
    const variables = { ...variablesOfKubernetes(service), ...variablesOfDocker(service) };
    for (const name of Object.keys(taken)) delete variables[name];
    const { warnings } = readConfig({ ...goodSettings, ...variables });
    assert.deepEqual(warnings, [], service);
  }
});

test('a service variable instead of a setting is an error that names service links', () => {
  for (const [name, service] of Object.entries(taken)) {
    const { [name]: value = '' } = {
      ...variablesOfDocker(service),
      ...(name === 'METRICS_PORT' && variablesOfKubernetes(service)),
    };
    assert.throws(
      () => readConfig({ ...goodSettings, [name]: value }),
      (error) => {
        assert.ok(error instanceof ConfigError);
        const [line, ...others] = error.message.split('\n');
        assert.match(
          line ?? '',
          new RegExp(
            `^${name} was set by a service link of Kubernetes or Docker.*enableServiceLinks: false`,
          ),
        );
        assert.deepEqual(others, []);
        return true;
      },
    );
  }
});

test('a setting of the same form as a service variable is still a setting', () => {
  const { metricsPort, convention } = readConfig({
    ...goodSettings,
    METRICS_PORT: '9464',
    CONVENTION_NAME: 'Foxcon /2027/',
  });
  assert.deepEqual([metricsPort, convention.name], [9464, 'Foxcon /2027/']);
});

test('a misspelt setting with another value is still found', () => {
  assert.throws(() => readConfig({ ...goodSettings, REGISTRATION_PORT: 'https://reg.example' }), {
    message: /^REGISTRATION_PORT is not a setting: use REGISTRATION_URL$/,
  });
});
