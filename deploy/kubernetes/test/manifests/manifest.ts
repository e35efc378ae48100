import { parseAllDocuments } from 'yaml';

/** A Kubernetes object, with the fields that tests read. */
export interface Manifest {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Labels;
    readonly annotations?: Labels;
  };
  readonly spec?: unknown;
}

export type Labels = Readonly<Record<string, string>>;

export interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly secretKeyRef: { readonly name: string; readonly key: string };
  };
}

export interface Container {
  readonly name: string;
  readonly command: readonly string[];
  readonly args?: readonly string[];
  readonly env: readonly Variable[];
  readonly [field: string]: unknown;
}

export interface PodSpec {
  readonly containers: readonly Container[];
  readonly [field: string]: unknown;
}

/** A Deployment or a Job. */
export interface Workload {
  readonly kind: string;
  readonly name: string;
  readonly labels: Labels;
  readonly pod: PodSpec;
}

export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

/** The documents of a YAML file as written, so that the API server parses them itself. */
export function splitManifests(text: string): string[] {
  return text.split(/^---$/m).filter((document) => /^kind:/m.test(document));
}

export type WithSpec<Spec> = Manifest & { readonly spec: Spec };

/** All objects of a kind. The caller states the type of their spec. */
export function ofKind<Spec>(manifests: readonly Manifest[], kind: string): WithSpec<Spec>[] {
  const isOfKind = (each: Manifest): each is WithSpec<Spec> => each.kind === kind;
  return manifests.filter(isOfKind);
}

interface WorkloadSpec {
  readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
}

/** All objects that run pods. */
export function workloadsIn(manifests: readonly Manifest[]): Workload[] {
  return ['Deployment', 'Job'].flatMap((kind) =>
    ofKind<WorkloadSpec>(manifests, kind).map(({ metadata, spec }) => ({
      kind,
      name: metadata.name,
      labels: spec.template.metadata.labels,
      pod: spec.template.spec,
    })),
  );
}
