import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/shell/outputs/$id');

export function OutputPage() {
  const { id } = route.useParams();
  return <h1 className="p-6 text-xl">{id}</h1>;
}
