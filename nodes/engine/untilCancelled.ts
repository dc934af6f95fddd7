/** Waits for something that never fails, at most until the execution is cancelled. */
export async function untilCancelled(
	promise: Promise<unknown>,
	signal?: AbortSignal,
): Promise<void> {
	if (signal?.aborted) return;
	await new Promise<void>((resolve) => {
		const stop = () => {
			resolve();
		};
		signal?.addEventListener('abort', stop, { once: true });
		void promise.then(() => {
			signal?.removeEventListener('abort', stop);
			resolve();
		});
	});
}
