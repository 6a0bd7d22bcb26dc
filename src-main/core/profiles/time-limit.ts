/** Rejects when the answer takes longer. A late answer or failure is ignored. */
export async function withTimeLimit<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  let cancel: () => void = () => undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in time')), milliseconds);
    cancel = () => clearTimeout(timer);
  });
  try {
    return await Promise.race([answer, limit]);
  } finally {
    cancel();
  }
}
