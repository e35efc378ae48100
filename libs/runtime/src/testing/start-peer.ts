import { systemClock } from '../base/clock.ts';
import { listen, type Listening } from '../http/listen.ts';
import { makeServiceApp, type ServiceAppOptions } from '../http/service-app.ts';
import { type AssertionVerifier, makeAssertionVerifier } from '../security/assertion-verifier.ts';
import { silentLog, silentTelemetry } from './silent-log.ts';

interface PeerOptions extends Pick<ServiceAppOptions, 'service' | 'routes' | 'before'> {
  /** Verifies the caller. A string is the gateway's public key, if only the gateway calls. */
  readonly assertions: AssertionVerifier | string;
  readonly port?: number;
}

/** Starts a stand-in for a service, with a listener that checks assertions like the real one. */
export function startPeer({
  assertions: given,
  port = 0,
  ...app
}: PeerOptions): Promise<Listening> {
  const assertions =
    typeof given === 'string' ? makeAssertionVerifier({ gateway: given }, systemClock) : given;
  const readiness = () => Promise.resolve({ ready: true, checks: {} });
  const telemetry = silentTelemetry();
  const options = { ...app, assertions, log: silentLog, telemetry, readiness };
  return listen(makeServiceApp(options), { host: '127.0.0.1', port });
}
