/**
 * For tests of crashes only: with STRATDESK_FAIL_POINT=name the process kills itself when the core passes that point,
 * as a power cut would, without a chance to clean up. Unset, nothing happens.
 */
export function failPointFrom(env: NodeJS.ProcessEnv): (name: string) => void {
  const wanted = env['STRATDESK_FAIL_POINT'];
  if (wanted === undefined || wanted === '') return () => undefined;
  return (name) => {
    if (name === wanted) process.kill(process.pid, 'SIGKILL');
  };
}
