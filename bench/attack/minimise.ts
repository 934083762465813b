/** The shortest part of a chain that still works: links are taken out one by one until none can be spared. */
export async function minimise<Link>(
  chain: readonly Link[],
  works: (chain: readonly Link[]) => Promise<boolean>,
): Promise<readonly Link[]> {
  let best = chain
  for (let size = Math.ceil(chain.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.length; ) {
      const shorter = [...best.slice(0, at), ...best.slice(at + size)]
      if (shorter.length < best.length && (await works(shorter))) best = shorter
      else at++
    }
  }
  return best
}
