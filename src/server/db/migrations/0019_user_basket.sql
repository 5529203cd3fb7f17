CREATE TABLE "user_basket" (
	"user_uuid" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"sites" integer[] NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
