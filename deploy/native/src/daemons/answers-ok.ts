/** Whether a health page answers, soon, that all is well. */
export async function answersOk(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
  await answer.body?.cancel();
  return answer.ok;
}
