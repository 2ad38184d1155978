// Fetches the answers of the authorization server, up to a size and within a deadline.

const maxAnswerBytes = 64 * 1024;

/** A `fetch` that reads the body within the same deadline, and throws TypeError above 64 KiB. */
export async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes)
      throw new TypeError(`the answer is larger than ${maxAnswerBytes} bytes`);
    chunks.push(chunk);
  }
  return new Response(
    response.body && withoutInvalidExpiry(Buffer.concat(chunks).toString()),
    response,
  );
}

/** Drops an `expires_in` that is not a positive number: openid-client would refuse the answer. */
function withoutInvalidExpiry(body: string): string {
  try {
    const { expires_in: expiresIn, ...answer } = JSON.parse(body);
    return expiresIn === undefined || Number(expiresIn) > 0 ? body : JSON.stringify(answer);
  } catch {
    return body;
  }
}
