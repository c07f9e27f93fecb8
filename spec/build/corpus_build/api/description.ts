/** A small description of an HTTP API, with what is hard to write on a page or in a shell. */
export const API = `openapi: 3.1.0
info:
  title: Kettle API
  version: 1.2.0
  description: Boils water.
servers:
  - url: https://{region}.example.com/v1
    variables: { region: { default: eu } }
security:
  - key: []
tags:
  - { name: cups, description: What is filled. }
paths:
  /cups/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string }, example: "it's {a}/b" }
    get:
      tags: [cups]
      operationId: getCup
      summary: Read a cup
      parameters:
        - name: fields[]
          in: query
          required: true
          schema: { type: string, enum: [a & b, c] }
      responses:
        '200':
          description: The cup
          content: { application/json: { schema: { $ref: '#/components/schemas/Cup' } } }
        '404': { description: No such cup }
    put:
      tags: [cups]
      operationId: pourCup
      summary: Pour a cup
      description: |
        Pours hot water into a cup that exists, up to its brim and no further.

        # Heat

        Mind the steam.
      deprecated: true
      parameters:
        - name: X-Note
          in: header
          required: true
          schema: { type: string }
          example: '@etc $HOME \`id\`'
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 5, default: 2 } }
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Cup' }
            example: { name: "It's $HOME \\"hot\\" \`id\`", hot: true, lid: null }
      responses:
        '204': { description: Poured }
  /cups:
    post:
      tags: [cups]
      operationId: addCup
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { name: { type: string, example: '@a&b=c' } } }
      responses: { default: { description: Whatever } }
  /pictures:
    post:
      operationId: addPicture
      security: []
      requestBody:
        content:
          multipart/form-data:
            schema:
              type: object
              properties: { title: { type: string, example: "@it's" } }
      responses: { '201': { description: Added } }
  /notes:
    post:
      operationId: addNote
      security: []
      requestBody:
        content:
          text/plain: { schema: { type: string }, example: "@one\\ntwo 'three'" }
      responses: { '201': { description: Added } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key, description: Ask for it. }
  schemas:
    Cup:
      type: object
      required: [name]
      properties:
        name: { type: string, description: What it is called, maxLength: 40 }
        hot: { type: boolean }
        lid: { oneOf: [{ $ref: '#/components/schemas/Lid' }, { type: 'null' }] }
        parent: { $ref: '#/components/schemas/Cup' }
    Lid:
      type: object
      properties:
        knob:
          type: object
          properties:
            screws:
              type: array
              items:
                type: object
                properties:
                  thread:
                    type: string
                    enum: [metric, imperial]
                    default: metric
                    description: How it is cut
`
