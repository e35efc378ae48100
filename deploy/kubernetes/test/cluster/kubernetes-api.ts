import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';

import { eventually } from '@output-review/runtime/testing';
import { parse } from 'yaml';

/** An object as the API server has it. */
export interface StoredObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly object: StoredObject;
  /** What the API server says about it to whoever sent it. */
  readonly warnings: readonly string[];
}

/** The API server did not take a request. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Resource {
  readonly path: string;
  readonly isNamespaced: boolean;
}

interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly contentType?: string;
  readonly body?: string;
}

export interface ApiAccess {
  readonly url: string;
  readonly token: string;
  /** PEM. */
  readonly ca: string;
}

const MANAGER = 'output-review-test';

/** Talks to an API server as `kubectl` does. */
export class KubernetesApi {
  readonly #access: ApiAccess;
  readonly #agent: Agent;
  readonly #resources = new Map<string, Resource>();

  constructor(access: ApiAccess) {
    this.#access = access;
    this.#agent = new Agent({ ca: access.ca, keepAlive: true });
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Applies a manifest on the server's side; a field that it does not know, or finds twice, is an error. */
  async apply(manifest: string, namespace: string): Promise<Answer> {
    // Only its name and kind; whatever is wrong with it is for the server to find.
    const named = parse(manifest, { uniqueKeys: false }) as StoredObject;
    const path = await this.#pathOf(named, namespace);
    return this.#send({
      method: 'PATCH',
      path: `${path}?fieldManager=${MANAGER}&fieldValidation=Strict`,
      contentType: 'application/apply-patch+yaml',
      body: manifest,
    });
  }

  /** Creates an object under a name that the server makes up. */
  async create(path: string, object: object): Promise<Answer> {
    return this.#send({
      method: 'POST',
      path: `${path}?fieldValidation=Strict`,
      contentType: 'application/json',
      body: JSON.stringify(object),
    });
  }

  async get(path: string): Promise<StoredObject> {
    return (await this.#send({ method: 'GET', path })).object;
  }

  async #pathOf({ apiVersion, kind, metadata }: StoredObject, namespace: string): Promise<string> {
    const { path, isNamespaced } = await this.#resourceOf(apiVersion, kind);
    const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const place = isNamespaced ? `/namespaces/${metadata.namespace ?? namespace}` : '';
    return `${group}${place}/${path}/${metadata.name}`;
  }

  /** A kind that has just been defined is known a moment later. */
  async #resourceOf(apiVersion: string, kind: string): Promise<Resource> {
    const key = `${apiVersion} ${kind}`;
    const resource = this.#resources.get(key) ?? (await this.#discover(apiVersion, kind));
    this.#resources.set(key, resource);
    return resource;
  }

  #discover(apiVersion: string, kind: string): Promise<Resource> {
    const path = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    return eventually(async () => {
      const list = (await this.get(path)) as unknown as {
        readonly resources: readonly { name: string; kind: string; namespaced: boolean }[];
      };
      const found = list.resources.find((it) => it.kind === kind && !it.name.includes('/'));
      if (found === undefined) throw new Error(`The API server knows no ${kind} of ${apiVersion}`);
      return { path: found.name, isNamespaced: found.namespaced };
    });
  }

  #send({ method, path, contentType, body }: Request): Promise<Answer> {
    const { url, token } = this.#access;
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
      };
      const asked = request(`${url}${path}`, { method, headers, agent: this.#agent }, (answer) => {
        const { statusCode = 0 } = answer;
        text(answer).then((said) => {
          if (statusCode >= 300) reject(new RefusedError(statusCode, messageIn(said)));
          else resolve({ object: objectIn(said), warnings: warningsIn(answer.headersDistinct) });
        }, reject);
      });
      asked.on('error', reject);
      asked.end(body);
    });
  }
}

const objectIn = (said: string): StoredObject =>
  (said.startsWith('{') ? JSON.parse(said) : { said }) as StoredObject;

function messageIn(said: string): string {
  if (!said.startsWith('{')) return said;
  return (JSON.parse(said) as { readonly message: string }).message;
}

/** Such as `299 - "would violate PodSecurity …"`. */
const warningsIn = (headers: NodeJS.Dict<string[]>): string[] =>
  (headers['warning'] ?? []).map((warning) => warning.replace(/^299 - /, ''));
