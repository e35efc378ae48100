import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { parse } from 'yaml';

import type { InstallContext } from '@output-review/native/install';

import { goModuleFolder } from '../tools/go-module-folder.ts';
import { makeStrict, type Schema } from './make-strict.ts';

export const KEDA_MODULE = 'github.com/kedacore/keda/v2@v2.21.0';

/** The modules that define the kinds which Kubernetes does not include. */
export const RESOURCE_MODULES = [
  {
    module: KEDA_MODULE,
    files: [
      'config/crd/bases/keda.sh_scaledobjects.yaml',
      'config/crd/bases/keda.sh_triggerauthentications.yaml',
    ],
  },
  {
    module: 'sigs.k8s.io/gateway-api@v1.5.1',
    files: ['config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    files: [
      'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml',
      'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml',
    ],
  },
] as const;

interface ResourceDefinition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly schema: { readonly openAPIV3Schema: Schema };
    }[];
  };
}

/** Writes a strict schema for each kind and version, beside those of Kubernetes. */
export async function writeResourceSchemas(folder: string, context: InstallContext): Promise<void> {
  for (const { module, files } of RESOURCE_MODULES) {
    const source = await goModuleFolder(module, context);
    for (const file of files) {
      const text = await readFile(join(source, file), 'utf8');
      await writeVersions(folder, parse(text) as ResourceDefinition);
    }
  }
}

async function writeVersions(folder: string, { spec }: ResourceDefinition): Promise<void> {
  // kubeconform's schema name: the kind, the first part of the group, and the version.
  const [group = ''] = spec.group.split('.');
  for (const { name, schema } of spec.versions) {
    const file = `${spec.names.kind.toLowerCase()}-${group}-${name}.json`;
    await writeFile(join(folder, file), JSON.stringify(makeStrict(schema.openAPIV3Schema)));
  }
}
