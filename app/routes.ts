import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("routes/site/accueil.tsx"),
  route("comite", "routes/site/comite.tsx"),
  route("planning", "routes/site/planning.tsx"),
  route("dons", "routes/site/dons.tsx"),
  route("inscription", "routes/site/inscription.tsx"),
  route("contact", "routes/site/contact.tsx"),
  route("rjv2025", "routes/site/rjv2025.tsx"),
  route("charte", "routes/site/charte.tsx"),
  route("responsabilite", "routes/site/responsabilite.tsx"),
  route("confidentialite", "routes/site/confidentialite.tsx"),
  route("login", "routes/site/login.tsx"),
  route("logout", "routes/site/logout.tsx"),

  route("comite/create", "routes/admin/membre-create.tsx"),
  route("comite/modify/:membreId", "routes/admin/membre-modify.tsx"),
  route("evenement/create", "routes/admin/evenement-create.tsx"),
  route("evenement/modify/:evenementId", "routes/admin/evenement-modify.tsx"),

  route("reglages", "routes/admin/reglages.tsx"),
  route("comptes", "routes/admin/comptes.tsx"),
  route("mot-de-passe", "routes/admin/mot-de-passe.tsx"),
  route("invitation/:jeton", "routes/site/invitation.tsx"),
  route("autorisation.pdf", "routes/files/autorisation-vierge.ts"),
  route("autorisation/:id", "routes/files/autorisation.tsx"),
  route("inscriptions", "routes/admin/inscriptions.tsx"),
  route("inscriptions.csv", "routes/files/inscriptions-csv.ts"),
  route("messages", "routes/admin/messages.tsx"),
  route("messages.csv", "routes/files/messages-csv.ts"),

  route("*", "routes/site/introuvable.tsx"),
] satisfies RouteConfig;
