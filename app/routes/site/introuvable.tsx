import { data } from "react-router";
import type { Handle } from "#app/handle.ts";
import { Introuvable } from "#app/ui/introuvable.tsx";

export const handle: Handle = { lecture: true, nuit: true };

/** Every path that is no other page. */
export const loader = () => data(null, { status: 404 });

export default Introuvable;
