// Fetches the answers of the authorization server, up to a size and within a deadline.

const maxAnswerBytes = 64 * 1024;

interface IdTokenHandling {
  /** False drops an id_token before openid-client checks it. */
  readonly checkIdToken: boolean;
  /** Called when an id_token is dropped. */
  readonly reportIdToken?: (() => void) | undefined;
}

/**
 * Creates a `fetch` that reads the body within the same deadline, and throws TypeError above
 * 64 KiB.
 */
export function createBoundedFetch(handling: IdTokenHandling) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > maxAnswerBytes)
        throw new TypeError(`the answer is larger than ${maxAnswerBytes} bytes`);
      chunks.push(chunk);
    }
    const body = response.body && mended(Buffer.concat(chunks).toString(), handling);
    return new Response(body, response);
  };
}

/**
 * Drops what openid-client would refuse the whole answer for: an `expires_in` that is not a
 * positive number, and an id_token that was not asked for.
 */
function mended(body: string, { checkIdToken, reportIdToken }: IdTokenHandling): string {
  const answer = parsed(body);
  const { expires_in: expiresIn, id_token: idToken } = Object(answer);
  const hasInvalidExpiry = expiresIn !== undefined && !(Number(expiresIn) > 0);
  const hasUnaskedIdToken = idToken !== undefined && !checkIdToken;
  if (!hasInvalidExpiry && !hasUnaskedIdToken) return body;
  if (hasInvalidExpiry) delete answer.expires_in;
  if (hasUnaskedIdToken) {
    delete answer.id_token;
    reportIdToken?.();
  }
  return JSON.stringify(answer);
}

/** Returns undefined for anything but JSON. */
function parsed(body: string) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
