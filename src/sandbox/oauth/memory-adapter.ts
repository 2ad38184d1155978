// In-memory storage for the provider's sessions, grants and tokens. Everything is lost when the
// sandbox stops.
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** How long a token is reported as expired before it is reported as unknown, in milliseconds. */
const expiredRetentionMs = 24 * 60 * 60 * 1000;

interface Stored {
  payload: AdapterPayload;
  deleteAt: number;
}

export function memoryAdapter(): AdapterFactory {
  return () => modelStorage();
}

function modelStorage(): Adapter {
  const stored = new Map<string, Stored>();
  const idByUid = new Map<string, string>();

  const destroy = (id: string) => {
    const uid = stored.get(id)?.payload.uid;
    if (uid !== undefined) idByUid.delete(uid);
    stored.delete(id);
  };

  return {
    async upsert(id, payload, expiresIn = Number.POSITIVE_INFINITY) {
      const now = Date.now();
      for (const [oldestId, { deleteAt }] of stored) {
        if (deleteAt > now) break;
        destroy(oldestId);
      }
      destroy(id);
      stored.set(id, { payload, deleteAt: now + expiresIn * 1000 + expiredRetentionMs });
      if (payload.uid !== undefined) idByUid.set(payload.uid, id);
    },
    async find(id) {
      return stored.get(id)?.payload;
    },
    async findByUid(uid) {
      return stored.get(idByUid.get(uid) ?? '')?.payload;
    },
    async findByUserCode() {
      throw new Error('the sandbox does not support the device flow');
    },
    async consume(id) {
      const entry = stored.get(id);
      if (entry !== undefined) entry.payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      destroy(id);
    },
    async revokeByGrantId(grantId) {
      for (const [id, { payload }] of stored) if (payload.grantId === grantId) destroy(id);
    },
  };
}
