import http, { type ClientRequest } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { machineNow } from './sim-time.ts';

/** Tells when each request of this process begins: the pace is kept here, and on a busy machine only here can it be seen. */
export function watchRequests(began: (at: number) => void): void {
  const request = http.request.bind(http) as (...from: unknown[]) => ClientRequest;
  const watched = (...from: unknown[]): ClientRequest => {
    began(machineNow());
    return request(...from);
  };
  Object.assign(http, { request: watched });
  syncBuiltinESMExports();
}
