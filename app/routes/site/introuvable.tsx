import { data } from "react-router";
import { Introuvable } from "#app/ui/introuvable.tsx";

export const handle = { lecture: true, nuit: true };

/** Every path that is no other page. */
export const loader = () => data(null, { status: 404 });

export default Introuvable;
