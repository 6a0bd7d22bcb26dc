import http, { type ClientRequest } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { machineNow } from './sim-time.ts';

/**
 * Reports when each request of this process begins. The pacer runs in this process, so on a busy
 * machine the pace can be measured only here.
 */
export function watchRequests(began: (at: number) => void): void {
  const request = http.request.bind(http) as (...args: unknown[]) => ClientRequest;
  const watched = (...args: unknown[]): ClientRequest => {
    began(machineNow());
    return request(...args);
  };
  Object.assign(http, { request: watched });
  syncBuiltinESMExports();
}
