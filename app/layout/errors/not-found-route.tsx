import { data } from "react-router";
import type { Handle } from "#app/route-handle.ts";
import { NotFound } from "./not-found.tsx";

export const handle: Handle = { reading: true, night: true };

/** Every path that is no other page. */
export const loader = () => data(null, { status: 404 });

export default NotFound;
