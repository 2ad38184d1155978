// Recognises environment variables that Kubernetes and Docker set for neighbouring services, which
// are not settings. Their documentation:
// https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
// https://docs.docker.com/engine/network/links/#environment-variables

/**
 * Matches `REGISTRATION_SERVICE_HOST`, `REGISTRATION_SERVICE_PORT_HTTPS`,
 * `REGISTRATION_PORT_443_TCP_ADDR`, and `REGISTRATION_ENV_…`, which Docker copies from a linked
 * container.
 */
const linkedName =
  /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$|_ENV_\w+$/;

/** Names that could also be settings, each with a pattern that matches only the value of a link. */
const linkedValues: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/_PORT$/, /^(tcp|udp|sctp):\/\//i],
  [/_NAME$/, /^\/[\w.-]+\/[\w.-]+$/],
];

export function isServiceLink(name: string, value: string): boolean {
  const hasValue = linkedValues.some(([names, values]) => names.test(name) && values.test(value));
  return hasValue || linkedName.test(name);
}

export const setByServiceLink =
  'was set by a service link of Kubernetes or Docker: a service beside this container has the same name. Set enableServiceLinks: false in the pod, or rename the service';
