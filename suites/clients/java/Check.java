import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.svix.Svix;
import com.svix.SvixOptions;
import com.svix.api.ApplicationListOptions;
import com.svix.api.IntegrationRotateKeyOptions;
import com.svix.api.Message;
import com.svix.api.MessageCreateOptions;
import com.svix.exceptions.ApiException;
import com.svix.models.*;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.OffsetDateTime;
import java.util.*;
import java.util.concurrent.Callable;

/** What a customer of the Java client does with the service. Prints one line for each check. */
public class Check {
    static final String server = System.getenv("SERVER_URL");
    static final String receiver = System.getenv("RECEIVER_URL");
    static final HttpClient http = HttpClient.newHttpClient();

    interface Work {
        void run() throws Exception;
    }

    static void check(String name, Work work) {
        try {
            work.run();
            System.out.println("ok - " + name);
        } catch (Exception error) {
            String reason = error.getClass().getSimpleName() + " " + error.getMessage();
            if (error instanceof ApiException refusal) reason += " " + refusal.getCode() + " " + refusal.getResponseBody();
            System.out.println("not ok - " + name + ": " + reason.replace('\n', ' '));
        }
    }

    static Svix client(String token) {
        SvixOptions options = new SvixOptions();
        options.setServerUrl(server);
        return new Svix(token, options);
    }

    static List<JsonNode> received(String hook) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(receiver + "/received/" + hook)).build();
        List<JsonNode> found = new ArrayList<>();
        new ObjectMapper().readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body()).forEach(found::add);
        return found;
    }

    static void answer(String hook, int status) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(receiver + "/answer/" + hook + "/" + status))
                .POST(HttpRequest.BodyPublishers.noBody()).build();
        http.send(request, HttpResponse.BodyHandlers.discarding());
    }

    static void until(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + 20_000_000_000L;
        while (!condition.call()) {
            if (System.nanoTime() > end) throw new IllegalStateException("not within 20 s: " + what);
            Thread.sleep(50);
        }
    }

    static List<JsonNode> arrivals(String hook, int count) throws Exception {
        until(count + " messages arrive", () -> received(hook).size() >= count);
        return received(hook);
    }

    static void expect(boolean is, String what) {
        if (!is) throw new IllegalStateException(what);
    }

    static void refused(int status, Work work) throws Exception {
        try {
            work.run();
        } catch (ApiException error) {
            expect(error.getCode() == status, status + " expected, not " + error.getCode());
            expect(error.getResponseBody().contains("detail"), "an error without detail");
            return;
        }
        throw new IllegalStateException(status + " expected, and it succeeded");
    }

    static Map<String, List<String>> headersOf(JsonNode one) {
        Map<String, List<String>> headers = new HashMap<>();
        one.get("headers").fields().forEachRemaining(
                (header) -> headers.put(header.getKey(), List.of(header.getValue().asText())));
        return headers;
    }

    static void verify(String secret, JsonNode one) throws Exception {
        new Webhook(secret).verify(one.get("body").asText(), headersOf(one));
    }

    static void refuse(String secret, String body, Map<String, List<String>> headers) throws Exception {
        try {
            new Webhook(secret).verify(body, headers);
        } catch (WebhookVerificationException error) {
            return;
        }
        throw new IllegalStateException("a forged message was accepted");
    }

    static String app, endpoint, secret, first;

    static EndpointOut add(Svix own, String name) throws Exception {
        return own.getEndpoint().create(app, new EndpointIn().url(URI.create(receiver + "/hook/" + name)));
    }

    static String send(Svix own, String kind, String payload, String key) throws Exception {
        MessageCreateOptions options = new MessageCreateOptions();
        if (key != null) options.setIdempotencyKey(key);
        return own.getMessage().create(app, new MessageIn().eventType(kind).payload(payload), options).getId();
    }

    public static void main(String[] args) {
        String run = Long.toString(System.nanoTime(), 36);
        Svix own = client(System.getenv("TOKEN"));
        String kind = "java." + run, hook = "java-" + run;
        OffsetDateTime since = OffsetDateTime.now().minusMinutes(1);

        check("create an application", () -> {
            app = own.getApplication().create(new ApplicationIn().name("Java").uid("java-" + run)).getId();
        });
        check("create an event type", () ->
                own.getEventType().create(new EventTypeIn().name(kind).description("An event")));
        check("create an endpoint", () -> {
            endpoint = add(own, hook).getId();
            secret = own.getEndpoint().getSecret(app, endpoint).getKey();
        });
        check("send with an idempotency key", () -> {
            first = send(own, kind, "{\"n\": 1.0}", "key-" + run);
            expect(first.equals(send(own, kind, "{\"n\": 1.0}", "key-" + run)), "it was sent twice");
        });
        check("verify what arrives, byte for byte", () -> {
            JsonNode one = arrivals(hook, 1).get(0);
            expect(one.get("body").asText().equals("{\"n\": 1.0}"), "it is " + one.get("body"));
            verify(secret, one);
        });
        check("refuse an altered body, an old time and a wrong secret", () -> {
            JsonNode one = arrivals(hook, 1).get(0);
            String body = one.get("body").asText();
            Map<String, List<String>> headers = headersOf(one);
            refuse(secret, body + " ", headers);
            long old = System.currentTimeMillis() / 1000 - 600;
            String signed = new Webhook(secret).sign(headers.get("webhook-id").get(0), old, body);
            Map<String, List<String>> past = new HashMap<>(headers);
            past.put("webhook-timestamp", List.of(Long.toString(old)));
            past.put("webhook-signature", List.of(signed));
            refuse(secret, body, past);
            refuse("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", body, headers);
        });
        check("page to the end", () -> {
            Set<String> made = new HashSet<>();
            for (int i = 0; i < 5; i++)
                made.add(own.getApplication().create(new ApplicationIn().name("P" + i)).getId());
            ApplicationListOptions options = new ApplicationListOptions();
            options.setLimit(2L);
            for (int i = 0; i < 100; i++) {
                ListResponseApplicationOut page = own.getApplication().list(options);
                page.getData().forEach((one) -> made.remove(one.getId()));
                options.setIterator(page.getIterator());
                if (page.getDone()) break;
            }
            expect(made.isEmpty(), "some are missing");
        });
        check("patch", () -> {
            own.getEndpoint().patch(app, endpoint, new EndpointPatch().description("Patched"));
            expect(own.getEndpoint().get(app, endpoint).getDescription().equals("Patched"), "it is not patched");
        });
        check("headers", () -> {
            own.getEndpoint().patchHeaders(app, endpoint, new EndpointHeadersPatchIn().headers(Map.of("x-mine", "1")));
            send(own, kind, "{\"n\":2}", null);
            expect(headersOf(arrivals(hook, 2).get(1)).containsKey("x-mine"), "the header is missing");
        });
        check("rotate the secret", () ->
                own.getEndpoint().rotateSecret(app, endpoint, new EndpointSecretRotateIn()));
        check("old and new secret sign after a rotation", () -> {
            String after = own.getEndpoint().getSecret(app, endpoint).getKey();
            expect(!after.equals(secret), "the secret is the old one");
            send(own, kind, "{\"n\":3}", null);
            JsonNode one = arrivals(hook, 3).get(2);
            verify(secret, one);
            verify(after, one);
        });
        check("statistics of an endpoint", () -> until("three are counted",
                () -> own.getEndpoint().getStats(app, endpoint).getSuccess() == 3));
        check("recover", () -> {
            String bad = "bad-" + run;
            answer(bad, 500);
            String broken = add(own, bad).getId();
            send(own, kind, "{\"n\":4}", null);
            until("it fails", () -> !own.getMessageAttempt().listByEndpoint(app, broken).getData().isEmpty());
            answer(bad, 204);
            own.getEndpoint().recover(app, broken, new RecoverIn().since(since));
            arrivals(bad, 2);
        });
        check("resend", () -> {
            int before = received(hook).size();
            own.getMessageAttempt().resend(app, first, endpoint);
            arrivals(hook, before + 1);
        });
        check("replay", () -> {
            String late = "late-" + run;
            own.getEndpoint().replayMissing(app, add(own, late).getId(), new ReplayIn().since(since));
            arrivals(late, 4);
        });
        check("rotate the key of an integration", () -> {
            String made = own.getIntegration().create(app, new IntegrationIn().name("Other")).getId();
            own.getIntegration().rotateKey(app, made, new IntegrationRotateKeyOptions());
        });
        check("a raw payload of another type", () -> {
            int before = received(hook).size();
            own.getMessage().create(app, Message.messageInRaw("<a/>", "text/xml").eventType(kind));
            until("it arrives", () -> received(hook).stream().skip(before).anyMatch((one) ->
                    one.get("body").asText().equals("<a/>")
                            && one.get("headers").get("content-type").asText().equals("text/xml")));
        });
        check("a portal token and what it may not do", () -> {
            Svix holder = client(own.getAuthentication().appPortalAccess(app, new AppPortalAccessIn()).getToken());
            expect(holder.getEndpoint().list(app).getData().size() >= 3, "it does not see the endpoints");
            refused(403, () -> holder.getApplication().list());
            refused(403, () -> send(holder, kind, "{}", null));
        });
        check("401", () -> refused(401, () -> client("wrong").getApplication().list()));
        check("404", () -> refused(404, () -> own.getApplication().get("nobody")));
        check("409", () -> refused(409, () ->
                own.getEventType().create(new EventTypeIn().name(kind).description("Again"))));
        check("422", () -> refused(422, () ->
                own.getApplication().create(new ApplicationIn().name("Bad").uid("not a uid"))));
        check("429", () -> {
            add(own, "fourth-" + run);
            refused(429, () -> add(own, "fifth-" + run));
        });
        System.exit(0);
    }
}
