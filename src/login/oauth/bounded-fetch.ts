// Requests to the authorization server: within a deadline, and up to a size of the answer.
import { type IncomingMessage, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { readOddAnswer } from './odd-answers.ts';

const maxAnswerBytes = 64 * 1024;
/**
 * How long each address of a name is tried before the next one. Node gives up after 250 ms, but a
 * lost SYN is sent again only after a second (RFC 6298 2).
 */
const addressMs = 1500;
/** For the socket; the types of node:http do not name it. */
const connection = { autoSelectFamilyAttemptTimeout: addressMs };
/** Answers before the answer (RFC 9110 15.2). Nothing here needs them. */
const mostInformationalAnswers = 10;

interface AnswerHandling {
  /** False drops an id_token before openid-client checks it. */
  readonly checkIdToken: boolean;
  /** Called with what is odd about an answer that is accepted. */
  readonly report: (what: string) => void;
}

/**
 * Creates a `fetch` for openid-client. Like every `fetch`, it rejects with the reason of its signal
 * or with a TypeError: here also if the answer is over 64 KiB, or comes after more than ten 1xx
 * answers, of which the `fetch` of Node reads any number.
 */
export function createBoundedFetch(handling: AnswerHandling) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    try {
      const answer = await send(url, init);
      const sent = {
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        body: await readBody(answer),
      };
      const { body, ...head } = readOddAnswer(sent, { ...handling, maxBytes: maxAnswerBytes });
      return new Response(body === '' ? null : body, head);
    } catch (error) {
      if (init.signal?.aborted) throw init.signal.reason;
      throw new TypeError('the request failed', { cause: error });
    }
  };
}

/** Sends a request, on a connection of its own: a code that is lost with an old one is used up. */
function send(url: string, { method, headers, body, signal }: RequestInit) {
  const createRequest = new URL(url).protocol === 'https:' ? requestByHttps : requestByHttp;
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = createRequest(url, {
      method: method ?? 'GET',
      headers: { ...(headers as Record<string, string>), 'accept-encoding': 'identity' },
      signal: signal ?? undefined,
      agent: false,
      ...connection,
    });
    let left = mostInformationalAnswers;
    request.on('information', () => {
      if (left === 0) request.destroy(new Error('1xx answers without end'));
      left -= 1;
    });
    request
      .on('response', resolve)
      .on('error', reject)
      .end(String(body ?? ''));
  });
}

async function readBody(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new Error(`over ${maxAnswerBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
