import { data } from "react-router";
import type { Handle } from "#app/route-handle.ts";
import { NotFoundPage } from "./error-page.tsx";

export const handle: Handle = { reading: true, night: true };

export const loader = () => data(null, { status: 404 });

export default NotFoundPage;
